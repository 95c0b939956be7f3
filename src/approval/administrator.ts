/** The role whose members decide what nobody else can. */
export const administratorRole = 'workflowAdmin'

/** Permission to repair approvals, for people without the role. */
export const administerPermission = 'workflow:instance:admin'

/** Permission to confirm what workflow administrators propose for documents that move money, for people who are none. */
export const confirmPermission = 'workflow:intervention:confirm'
