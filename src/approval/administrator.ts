/** The role whose members decide what nobody else can. */
export const administratorRole = 'workflowAdmin'

/** Permission to repair approvals, for people without the role. */
export const administerPermission = 'workflow:instance:admin'
