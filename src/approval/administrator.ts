/** Role of the workflow administrators. */
export const administratorRole = 'workflowAdmin'

/** Permission to administer workflows, for people without the role. */
export const administerPermission = 'workflow:instance:admin'

/** Permission to confirm interventions in documents that move money, for people who are not workflow administrators. */
export const confirmPermission = 'workflow:intervention:confirm'
