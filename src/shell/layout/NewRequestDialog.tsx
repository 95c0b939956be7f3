import { Modal } from 'antd'
import { StartTiles } from '../home/StartTiles.tsx'
import { useText } from '../text.tsx'

interface NewRequestDialogProps {
  /** Takes what was typed before the search was there. */
  typedAhead(): string
  onClose(): void
}

/** The processes that the person may start, from anywhere. */
export function NewRequestDialog({ typedAhead, onClose }: NewRequestDialogProps) {
  const { t } = useText()
  return (
    <Modal open className="oa-fitting" title={t('shell.newRequest')} width={820} footer={null} onCancel={onClose}
      afterOpenChange={focusSearch} destroyOnHidden
    >
      <StartTiles typedAhead={typedAhead} onStart={onClose} />
    </Modal>
  )
}

/** Typing finds a process at once. */
const focusSearch = (isOpen: boolean) => isOpen && document.querySelector<HTMLElement>('[role=dialog] input[type=search]')?.focus()
