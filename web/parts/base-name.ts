/** What files made of these are called: "may" of may.csv.gz, "may-and-2-more" of three. */
export function baseName(files: readonly { readonly name: string }[]): string {
  const base = (files[0]?.name ?? "rows").replace(/\.\w+(\.gz)?$/, "");
  return files.length > 1 ? `${base}-and-${files.length - 1}-more` : base;
}
