import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import type { Label } from '#kernel/wording/label.ts'
import { canParameter } from '#plugins/finance/permissions.ts'
import { useParameterText } from './text.ts'

/** Opens what it names, for those who may set it. */
export function EditButton({ title, onEdit }: { title: Label; onEdit(): void }) {
  const { t, label } = useParameterText()
  return may(canParameter.edit) && (
    <Button type="text" size="small" icon={<EditOutlined aria-hidden />} aria-label={t('editName', { name: label(title) })}
      onClick={onEdit} />
  )
}
