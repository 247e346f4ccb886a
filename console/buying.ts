/** Tells whether this deployment sells credits and plans; where it does not, no page mentions buying. */
export const canBuy = (): boolean => document.documentElement.dataset["buying"] !== "off";
