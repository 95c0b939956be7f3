import type { cn } from './cn.ts'

export const en = {
  title: 'SAP interfaces',
  system: 'SAP system',
  gateway: 'Gateway',
  notSet: 'Not connected',
  call: 'Interface',
  kind: 'Direction',
  posting: 'Posting',
  reading: 'Reading',
  protocol: 'Protocol',
  api: 'API',
  entity: 'Entity',
  isReleased: 'Released by SAP',
  isChecked: 'Checked before posting',
  forms: 'Document types',
  yes: 'Yes',
  no: 'No',
  nothing: '—',
  unset: 'Not connected',
} satisfies Record<keyof typeof cn, string>
