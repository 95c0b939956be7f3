import { useLetterKeys } from '#shell/keys.ts'
import { useMedia } from '#shell/parts/use-media.ts'
import { usePostingText } from './text.ts'

/** The keys by which lines are gone through, where there is room and a keyboard. */
export function KeyHints() {
  const { t } = usePostingText()
  const hasLetters = useLetterKeys()
  const hasRoom = useMedia('(min-width: 1180px) and (hover: hover)')
  if (!hasLetters || !hasRoom) return null
  return (
    <span className="oa-posting-keys" aria-hidden>
      <kbd>J</kbd> <kbd>K</kbd> {t('keyMove')} <kbd>Enter</kbd> {t('keyOpen')} <kbd>X</kbd> {t('keySelect')}
    </span>
  )
}
