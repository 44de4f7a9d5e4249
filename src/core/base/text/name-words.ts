/** The words of a column's name, in lower case: "eventTime_ms2" has event, time and ms. */
export function wordsOf(name: string): readonly string[] {
  return (
    name
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}
