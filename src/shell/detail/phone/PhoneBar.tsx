import { LeftOutlined } from '@ant-design/icons'
import { useText } from '#shell/text.tsx'
import { useStore } from '#shell/form/store/use-store.ts'
import { shortName } from '#kernel/form.ts'
import { SequenceButtons } from '../sequence/SequenceButtons.tsx'
import './phone.css'

interface PhoneBarProps {
  /** Absent while the document loads. */
  readonly procInstId?: string
  onBack(): void
}

/** The one bar above a document on a phone, in place of the shell's: back, where it stands in its list, its neighbours. */
export function PhoneBar({ procInstId, onBack }: PhoneBarProps) {
  const { t } = useText()
  return (
    <div className="oa-phone-bar">
      <button type="button" className="plain oa-top-back" aria-label={t('shell.back')} onClick={onBack}>
        <LeftOutlined />
      </button>
      {procInstId !== undefined && <SequenceButtons procInstId={procInstId} otherwise={<TypeName />} />}
    </div>
  )
}

/** Of a document that was not opened from a list. */
function TypeName() {
  const { label } = useText()
  const { form } = useStore()
  return <span className="oa-phone-type cut">{label(shortName(form))}</span>
}
