/** Returns the name of a plan for display. */
export const planName = (tier: string): string =>
  tier === "none" ? "Free" : tier.charAt(0).toUpperCase() + tier.slice(1);
