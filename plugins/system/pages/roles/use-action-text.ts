import { isTextKey, useRoleText } from './text.ts'

/** What an action is called; one that has no name here is shown as it is spelled. */
export function useActionText(): (action: string) => string {
  const { t } = useRoleText()
  return (action) => {
    const key = action === 'add' ? 'addRight' : action
    return isTextKey(key) ? t(key) : action
  }
}
