import { definePartText } from '#fields/text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  print: { cn: '打印', en: 'Print' },
  title: { cn: '打印单据', en: 'Print this document' },
  save: { cn: '下载 PDF', en: 'Download PDF' },
  preview: { cn: '预览', en: 'Preview' },
  word: { cn: '下载 Word', en: 'Download as Word' },
  cover: { cn: '票据粘贴单', en: 'Receipt cover sheet' },
  labels: { cn: '打印标签', en: 'Print labels' },
  more: { cn: '其他格式', en: 'Other formats' },
  ownLayout: { cn: '版式：系统版式', en: 'Layout: the product’s own' },
  template: { cn: '版式：模板“{name:raw}”第 {version} 版', en: 'Layout: template “{name:raw}”, version {version}' },
  templateOfWord: { cn: '版式：系统版式；Word 使用模板“{name:raw}”第 {version} 版',
    en: 'Layout: the product’s own; Word uses the template “{name:raw}”, version {version}' },
  fullAccounts: { cn: '显示完整账号', en: 'Show account numbers in full' },
  fullAccountsHint: { cn: '默认只显示后四位，可放心传阅', en: 'Otherwise the last four digits, safe to pass on' },
  failed: { cn: '未能准备打印，请重试', en: 'Couldn’t prepare the print. Try again' },
})

export const usePrintText = definePartText<keyof typeof cn>({ cn, en })
