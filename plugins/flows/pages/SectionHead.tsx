import { Button } from 'antd'
import { useFlowText } from './text.ts'

/** The heading of a part of a flow, with the button that opens it for editing. */
export function SectionHead({ name, onEdit }: { name: string; onEdit: () => void }) {
  const { t } = useFlowText()
  return (
    <div className="oa-flow-head">
      <h2>{name}</h2>
      <Button type="link" size="small" aria-label={t('editName', { name })} onClick={onEdit}>{t('edit')}</Button>
    </div>
  )
}
