import { useWaiting } from '../layout/badges.ts'
import { useText } from '../text.tsx'

/** The text of an empty to-do list: the number of tasks handled today, else a hint. */
export function useEmptyTodoText(): string {
  const { t } = useText()
  const { handledToday = 0 } = useWaiting() ?? {}
  return handledToday > 0 ? t('empty.todoHandled', { count: handledToday }) : t('empty.todoText')
}
