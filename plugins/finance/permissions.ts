import { anyOf, definePermissions } from '#kernel/permissions.ts'

/** Granted by any permission in finance; opens the overview. */
export const anyFinance = anyOf('finance')

/** Permissions for the parameters used by rules, fields and flows. */
export const canParameter = definePermissions('finance:parameter', ['view', 'edit'])

export const actionItemsPath = '/budgetservice/actionItems'
