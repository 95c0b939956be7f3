import { WarningFilled } from '@ant-design/icons'
import type { ExceptionOnPage } from '#approval/wire/filed-document.ts'
import { definePartText } from '#fields/text.ts'
import './exceptions.css'

const useRowText = definePartText({ cn: { sign: '有例外', quoted: '说明：{words}' },
  en: { sign: 'Exception', quoted: 'Explanation: {words}' } })

/** The icon of a row with exceptions, in its first cell. */
export function ExceptionSign() {
  const { t } = useRowText()
  return <WarningFilled className="oa-exception-sign" role="img" aria-label={t('sign')} />
}

/** The exceptions of a row, with the initiator's explanations. */
export function RowExceptions({ exceptions }: { exceptions: readonly ExceptionOnPage[] }) {
  const { label } = useRowText()
  const explanations = [...new Set(exceptions.flatMap(({ explanation }) => explanation ?? []))]
  return (
    <span className="oa-row-exceptions">
      {exceptions.map((each) => <span key={each.key}>{label(each.detail ?? each.text)}</span>)}
      {explanations.map((words) => <Quoted key={words} words={words} />)}
    </span>
  )
}

/** The initiator's explanation of an exception. */
export function Quoted({ words }: { words: string }) {
  const { t } = useRowText()
  return <q className="oa-exception-words">{t('quoted', { words })}</q>
}
