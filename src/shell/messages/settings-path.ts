/** The page with the person's notification settings. */
export const settingsPath = '/profile'
