/** A share of the blame as a bar and a number. */
export function BlameBar({ blame }: { readonly blame: number }) {
  const percent = Math.round(blame * 100);
  return (
    <div class="blame">
      <span class="blame-track" aria-hidden="true">
        <span style={{ width: `${Math.max(1, 100 * blame)}%` }} />
      </span>
      <span class="number">
        {percent === 0 ? "< 1" : percent} %<span class="unseen"> of the blame</span>
      </span>
    </div>
  );
}
