/** Addresses, or what was meant as one, without user and password, and without their query: it may hold keys. */
export function hideSecrets(text: string): string {
  return text.replace(/:\/+\S*@/g, "://…@").replace(/(:\/\/[^\s?#]*)[?#][^\s"]+/g, "$1?…");
}
