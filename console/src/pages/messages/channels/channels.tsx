// The message channels and their providers, and a dialog that sends a test message and shows the provider's answer unchanged.

import { Code, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, MESSAGE_CHANNELS } from '../../../api.ts'
import { RowButton } from '../../../components/buttons.tsx'
import { FormDialog, typed } from '../../../components/form.tsx'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { actionsColumn, RowsTable } from '../../../components/lists/rows-table.tsx'
import { Facts, Page } from '../../../components/page.tsx'
import { useRead } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { MessageChannel, TestMessage } from '../../../wire.ts'
import { Bubble } from '../as-sent.tsx'
import { channelName, LANGUAGE_CHOICES } from '../message-text.tsx'
import { SelectOne } from '../recipients/contacts.tsx'

const OUTCOMES = { sent: t('channels.accepted'), refused: t('channels.refused'), unknown: t('channels.unknown') }

const Answered = ({ answered }: { answered: TestMessage }) => {
  const { outcome, to, reason, cost, cost_currency: currency, text, answer } = answered
  return (
    <Stack gap="xs" aria-live="polite">
      <Facts
        facts={[
          [t('channels.outcome'), OUTCOMES[outcome]],
          [t('messages.recipient'), to],
          reason !== null && [t('records.reason'), reason],
          cost !== null && [t('messages.cost'), `${currency} ${cost}`],
        ]}
      />
      <Bubble text={text} />
      <Text size="sm" fw={600}>
        {t('channels.answer')}
      </Text>
      <Code block>{answer || t('records.none')}</Code>
    </Stack>
  )
}

const TestDialog = ({ channel, onClose }: { channel: MessageChannel['channel']; onClose: () => void }) => {
  const [to, setTo] = useState('')
  const [language, setLanguage] = useState('en')
  const [answered, setAnswered] = useState<TestMessage | null>(null)
  const send = async () => {
    setAnswered(null)
    setAnswered(await api.send<TestMessage>('POST', `${MESSAGE_CHANNELS}/${channel}/test`, { to, language }))
  }
  return (
    <FormDialog
      title={t('channels.testTitle', { channel: channelName(channel) })}
      submitLabel={t('channels.send')}
      onSubmit={send}
      onClose={onClose}
      size="lg"
    >
      {(errorOf) => (
        <>
          <Hint>{t('channels.testText')}</Hint>
          <TextInput
            label={t(channel === 'email' ? 'messages.sendToBusiness' : 'messages.sendToNumber')}
            {...typed(to, setTo, errorOf('to'))}
            data-autofocus
          />
          <SelectOne label={t('messages.language')} data={LANGUAGE_CHOICES} value={language} onPick={setLanguage} />
          {answered && <Answered answered={answered} />}
        </>
      )}
    </FormDialog>
  )
}

const ChannelsPage = () => {
  const isAdmin = useIsAdmin()
  const query = useRead<MessageChannel[]>(MESSAGE_CHANNELS)
  const [testing, setTesting] = useState<MessageChannel['channel'] | null>(null)
  const columns: Column<MessageChannel>[] = [
    { key: 'channel', title: t('messages.channel'), value: (row) => channelName(row.channel) },
    { key: 'provider', title: t('channels.provider'), value: (row) => row.provider ?? t('channels.notSetUp') },
    actionsColumn((row) =>
      isAdmin && row.provider !== null ? (
        <RowButton
          label={t('channels.test')}
          named={t('channels.testTitle', { channel: channelName(row.channel) })}
          onClick={() => setTesting(row.channel)}
        />
      ) : null,
    ),
  ]
  return (
    <Page title={t('channels.title')} lead={t('channels.lead')} back={{ href: '/messages', label: t('messages.title') }}>
      {testing !== null && <TestDialog channel={testing} onClose={() => setTesting(null)} />}
      <QueryView query={query}>
        {(rows) => (
          <section className="panel">
            <RowsTable<MessageChannel>
              rows={rows}
              columns={columns}
              rowKey={(row) => row.channel}
              rowName={(row) => channelName(row.channel)}
            />
          </section>
        )}
      </QueryView>
    </Page>
  )
}

export default ChannelsPage
