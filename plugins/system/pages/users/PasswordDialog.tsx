import { CopyOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useUserText } from './text.ts'

interface PasswordDialogProps {
  /** Name of the person. */
  readonly name: string
  readonly password: string
  onClose(): void
}

/** A password that is shown this once; a click outside does not lose it. */
export function PasswordDialog({ name, password, onClose }: PasswordDialogProps) {
  const { t } = useUserText()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(password).then(() => setIsCopied(true), () => undefined)
  return (
    <Modal open width={440} maskClosable={false} keyboard={false} closable={false} title={t('newPassword', { name })}
      footer={<Button type="primary" onClick={onClose}>{t('close')}</Button>}
    >
      <p>{t('newPasswordText')}</p>
      <p className="oa-password">
        <code>{password}</code>
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>{t(isCopied ? 'copied' : 'copy')}</Button>
      </p>
      <span className="unseen" role="status">{isCopied && t('copied')}</span>
    </Modal>
  )
}
