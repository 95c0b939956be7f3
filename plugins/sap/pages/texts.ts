import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: 'SAP接口', en: 'SAP interfaces' },
  system: { cn: 'SAP系统', en: 'SAP system' },
  gateway: { cn: '网关', en: 'Gateway' },
  notSet: { cn: '未配置', en: 'Not connected' },
  call: { cn: '接口', en: 'Interface' },
  kind: { cn: '方向', en: 'Direction' },
  posting: { cn: '过账', en: 'Posting' },
  reading: { cn: '读取', en: 'Reading' },
  protocol: { cn: '协议', en: 'Protocol' },
  api: { cn: 'API', en: 'API' },
  entity: { cn: '实体', en: 'Entity' },
  isReleased: { cn: 'SAP已发布', en: 'Released by SAP' },
  isChecked: { cn: '过账前校验', en: 'Checked before posting' },
  forms: { cn: '单据类型', en: 'Document types' },
  yes: { cn: '是', en: 'Yes' },
  no: { cn: '否', en: 'No' },
  nothing: { cn: '—', en: '—' },
  unset: { cn: '未配置', en: 'Not connected' },
})
