/** The role whose members decide what nobody else can. */
export const administratorRole = 'workflowAdmin'

/** What repairing an approval needs, where somebody does not have the role. */
export const administerPermission = 'workflow:instance:admin'
