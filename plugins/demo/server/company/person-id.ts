/** Id of a demo person, used for references from other demo data. */
export const personId = (userName: string): string => `u-${userName}`
