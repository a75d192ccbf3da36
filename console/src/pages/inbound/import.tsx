// The page that imports parcel announcements of a business from a CSV file. Valid rows are announced. Other rows can be downloaded and corrected.

import { announcementTemplate } from '../../../../web/announcement-template.ts'
import { INBOUND } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { FileImport } from '../../components/records/file-import.tsx'
import { t } from '../../strings.ts'

const WORDS = {
  hint: t('inbound.fileHint'),
  checked: (rows: number): string => t('inbound.checked', { rows }),
}

const ImportInbound = () => (
  <Page title={t('inbound.importTitle')} lead={t('inbound.importLead')} back={{ href: '/inbound', label: t('inbound.title') }}>
    <FileImport
      kind="announcements"
      path={`${INBOUND}/import`}
      template={announcementTemplate()}
      fileName="announcements.csv"
      words={WORDS}
    />
  </Page>
)

export default ImportInbound
