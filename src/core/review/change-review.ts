/** Reviews with one decision more: an entry about the same thing is replaced. */
import type { Review } from "./review.js";

export type ReviewList = keyof Review;

export function withEntry<L extends ReviewList>(
  review: Review,
  list: L,
  entry: Review[L][number],
  keyOf: (entry: Review[L][number]) => string,
): Review {
  const key = keyOf(entry);
  const others = (review[list] as readonly Review[L][number][]).filter((each) => keyOf(each) !== key);
  return { ...review, [list]: [...others, entry] };
}
