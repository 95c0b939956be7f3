import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import { useBackgroundTaskText } from '#shell/works/text.ts'
import { works } from '#shell/works/works.ts'
import type { ImportButtonProps } from './props.ts'

/** Opens the import of a page, for those who may. */
export function ImportButton({ permission, ...target }: ImportButtonProps) {
  const { t } = useBackgroundTaskText()
  if (!may(permission)) return null
  return <Button icon={<UploadOutlined aria-hidden />} onClick={() => works.open(target)}>{t('works.import')}</Button>
}
