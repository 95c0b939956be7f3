/** Texts of printing in Chinese; the English ones have the same keys. */
export const cn = {
  'print': '打印',
  'title': '打印单据',
  'save': '下载 PDF',
  'preview': '预览',
  'word': '下载 Word',
  'cover': '票据粘贴单',
  'labels': '打印标签',
  'more': '其他格式',
  'ownLayout': '版式：系统版式',
  'template': '版式：模板“{name:raw}”第 {version} 版',
  'templateOfWord': '版式：系统版式；Word 使用模板“{name:raw}”第 {version} 版',
  'fullAccounts': '显示完整账号',
  'fullAccountsHint': '默认只显示后四位，可放心传阅',
  'failed': '未能准备打印，请重试',
} as const
