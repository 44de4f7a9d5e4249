/** The mark: a normal range, and a value outside of it. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" class="logo-ground" />
      <path d="M8 6.5 H6 V21.5 H8 M15 6.5 H17 V21.5 H15" class="logo-range" />
      <circle cx="22" cy="9" r="2.6" class="logo-value" />
      <circle cx="11.5" cy="14" r="2.1" class="logo-normal" />
    </svg>
  );
}
