/** The page where a person says how they want to be told. */
export const settingsPath = '/profile'
