import type { Option } from '#kernel/fields/definition.ts'

/** Documents that a change may affect, which a baseline freezes. */
export const affectedDocuments: readonly Option[] = [
  { value: 'bom', cn: 'BOM', en: 'BOM' },
  { value: 'schematic', cn: '原理图', en: 'Schematic' },
  { value: 'pcb', cn: 'PCB', en: 'PCB' },
  { value: 'drawing', cn: '图纸', en: 'Drawing' },
  { value: 'sop', cn: '作业指导书', en: 'SOP' },
  { value: 'sip', cn: '检验规范', en: 'SIP' },
  { value: 'manual', cn: '说明书', en: 'Manual' },
  { value: 'cert', cn: '认证资料', en: 'Certificates' },
  { value: 'firmware', cn: '固件', en: 'Firmware' },
]

/** Hint at fields for files that may be encrypted. */
export const encrypted = { cn: '请先解密文件后再上传', en: 'Please decrypt the files before uploading' } as const
