/** How many tables a property is tried on. PROPERTY_FACTOR=20 tries twenty times as many, for a long soak. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(count * Number(process.env.PROPERTY_FACTOR ?? 1)) };
}
