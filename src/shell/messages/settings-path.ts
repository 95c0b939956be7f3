/** The page where a person says how they want to be notified. */
export const settingsPath = '/profile'
