import { definePermissions } from '../permissions.ts'

/** Permissions to edit drafts of flows, and to publish or stop flows; workflow administrators may read all of it. */
export const canDesign = definePermissions('workflow:approval', ['edit', 'publish'])
