import { App } from 'antd'
import { useDetailText } from '../text.ts'
import { CommentField } from './ActionDialog.tsx'

interface OpinionProps {
  readonly value: string
  readonly isRequired: boolean
  readonly problem: string | undefined
  onChange(text: string): void
}

const phrases = ['phrase1', 'phrase2', 'phrase3'] as const

/** The approver's opinion, with phrases that are said often; they never replace written words unasked. */
export function Opinion({ value, isRequired, problem, onChange }: OpinionProps) {
  const { t, any } = useDetailText()
  const { modal } = App.useApp()
  const use = async (phrase: string) => {
    const isFree = value.trim() === '' || phrases.some((each) => t(each) === value)
    if (isFree || (await modal.confirm({ title: any('approval.confirmOverwrite'), okText: t('overwriteYes'), cancelText: t('cancel') }))) onChange(phrase)
  }
  return (
    <div>
      <CommentField label={t('opinion')} note={isRequired ? undefined : t('opinionDefault')} isRequired={isRequired} value={value} problem={problem} onChange={onChange} />
      <div className="oa-phrases">
        {phrases.map((each) => <button key={each} type="button" className="plain oa-phrase" onClick={() => void use(t(each))}>{t(each)}</button>)}
      </div>
    </div>
  )
}
