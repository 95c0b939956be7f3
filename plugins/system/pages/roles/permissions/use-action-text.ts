import { isTextKey, useRoleText } from '../text.ts'

/** Lookup of an action's name; falls back to its last word (e.g. of `proposal_apply_abandoned`), then to the action itself. */
export function useActionText(): (action: string) => string {
  const { t } = useRoleText()
  return (action) => {
    const key = action === 'add' ? 'addRight' : [action, action.slice(action.lastIndexOf('_') + 1)].find(isTextKey)
    return key && isTextKey(key) ? t(key) : action
  }
}
