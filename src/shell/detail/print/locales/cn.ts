/** Texts around printing in Chinese; English follows their keys. */
export const cn = {
  'print': '打印',
  'title': '打印单据',
  'save': '下载并保存',
  'preview': '在线打印预览',
  'word': '下载 Word',
  'cover': '票据粘贴单',
  'labels': '打印标签',
  'fullAccounts': '显示完整账号',
  'fullAccountsHint': '默认只显示后四位，可放心传阅',
  'failed': '未能准备打印，请重试',
} as const
