/** How much an experiment looks at: all of it, or enough to see that it runs. */
export type Scale = "full" | "quick";
