import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'workbooks.file': { cn: '导入文件须为xls或xlsx且不超过500 KB', en: 'The import file must be xls or xlsx and at most 500 KB' },
  'workbooks.notAWorkbook': { cn: '导入文件须为xls或xlsx且不超过500 KB', en: 'The import file must be xls or xlsx and at most 500 KB' },
  'workbooks.webPage': { cn: '文件内容是网页，只是名称为表格；请用 Excel 打开后另存为 xlsx 再导入',
    en: 'This file is a web page saved as a workbook. Open it in Excel, save it as xlsx and import that' },
  'workbooks.xmlSpreadsheet': { cn: '文件是 Excel 2003 的 XML 表格；请用 Excel 打开后另存为 xlsx 再导入',
    en: 'This file is an Excel 2003 XML spreadsheet. Open it in Excel, save it as xlsx and import that' },
  'workbooks.openDocument': { cn: '文件是 OpenDocument 表格（fods）；请打开后另存为 xlsx 再导入',
    en: 'This file is an OpenDocument spreadsheet (fods). Open it, save it as xlsx and import that' },
  'workbooks.plainText': { cn: '文件内容是纯文本（如 CSV），只是名称为表格；请用 Excel 打开后另存为 xlsx 再导入',
    en: 'This file is plain text (such as CSV) saved as a workbook. Open it in Excel, save it as xlsx and import that' },
  'workbooks.password': { cn: '文件设有密码，请取消密码后再导入',
    en: 'The file is password-protected. Remove the password before importing' },
  'workbooks.damaged': { cn: '文件已损坏或不是 Excel 保存的，请用 Excel 打开后另存为 xlsx 再导入',
    en: 'The file is damaged or wasn’t saved by Excel. Open it in Excel, save it as xlsx and import that' },
  'workbooks.tooLargeInside': { cn: '文件解压后过大，请复制需要的行到新的模板文件再导入',
    en: 'The file is too large once unpacked. Copy the rows you need into a new template and import that' },
  'workbooks.noVisibleSheet': { cn: '文件中没有可见的工作表', en: 'The file has no visible sheet' },
  'workbooks.busy': { cn: '正在读取的文件较多，请稍后重试', en: 'Many files are being read. Try again shortly' },
  'workbooks.tooManyRows': { cn: '请缩小范围', en: 'Too many rows. Narrow the filters' },
})
