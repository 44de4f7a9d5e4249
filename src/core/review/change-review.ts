/** Reviews with one decision more: an entry about the same thing is replaced. */
import type { Review } from "./review.js";

type ReviewList = keyof Review;

interface NewEntry<E> {
  readonly entry: E;
  /** The same for entries about the same thing. */
  readonly keyOf: (entry: E) => string;
}

export function withEntry<L extends ReviewList>(
  review: Review,
  list: L,
  { entry, keyOf }: NewEntry<Review[L][number]>,
): Review {
  const key = keyOf(entry);
  const others = (review[list] as readonly Review[L][number][]).filter((each) => keyOf(each) !== key);
  return { ...review, [list]: [...others, entry] };
}
