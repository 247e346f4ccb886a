/** A plan's name as people read it. */
export const planName = (tier: string): string =>
  tier === "none" ? "Free" : tier.charAt(0).toUpperCase() + tier.slice(1);
