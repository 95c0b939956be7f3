import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useFormText } from '#shell/form/text.ts'

interface OpenButtonProps {
  /** Number of the row, from 1. */
  readonly n: number
  readonly isOpen: boolean
  onChange(isOpen: boolean): void
}

/** Opens a row to the rest of its values, and closes it again. */
export function OpenButton({ n, isOpen, onChange }: OpenButtonProps) {
  const { t } = useFormText()
  return (
    <Button type="text" size="small" icon={isOpen ? <UpOutlined /> : <DownOutlined />} aria-expanded={isOpen}
      aria-label={t(isOpen ? 'closeRow' : 'openRow', { n })} onClick={() => onChange(!isOpen)} />
  )
}
