/** A moment as people read it, in UTC, since that is how tables without a zone are read: "2026-05-10 22:52". */
export function formatMoment(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19).replace(/:00$/, "")}`;
}
