import { useDictionaryText } from './text.ts'

/** Declared by a module: it stays. */
export function BuiltIn() {
  const { t } = useDictionaryText()
  return <span className="oa-dict-mark">{t('builtIn')}</span>
}
