const TOGETHER = /([=<>≥≤] -?[\d.,]*\d|[\d.,]*\d %|\(now [\d,]+\))/;

/** A text that is wrapped anywhere but in what belongs together, such as "99 %". */
export function Together({ text }: { readonly text: string }) {
  // Every second part is what the pattern found.
  return (
    <>
      {text.split(TOGETHER).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <span class="whole" key={at}>
            {part}
          </span>
        ),
      )}
    </>
  );
}
