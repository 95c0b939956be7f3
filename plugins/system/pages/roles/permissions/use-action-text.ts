import { isTextKey, useRoleText } from '../text.ts'

/**
 * The name of an action; one without a name of its own by its last word, as `proposal_apply_abandoned` is spelled, else as it is spelled.
 */
export function useActionText(): (action: string) => string {
  const { t } = useRoleText()
  return (action) => {
    const key = action === 'add' ? 'addRight' : [action, action.slice(action.lastIndexOf('_') + 1)].find(isTextKey)
    return key && isTextKey(key) ? t(key) : action
  }
}
