/** What the server, the agent and the client say to a person, in German. Words of tools are the model's, and stay as they are, but for the ends of commands. */
export const germanTold: { readonly [words: string]: string } = {
  // The agent.
  'It repeats itself': 'Er wiederholt sich',
  'Go on': 'Weitermachen',
  'End the run': 'Lauf beenden',
  '{tool} failed in the same way again and again. Go on, end the run, or say something?':
    '{tool} ist immer wieder auf dieselbe Weise fehlgeschlagen. Weitermachen, den Lauf beenden oder etwas sagen?',
  '{tool} gave the same again and again. Go on, end the run, or say something?':
    '{tool} hat immer wieder dasselbe ergeben. Weitermachen, den Lauf beenden oder etwas sagen?',
  'The same {n} calls came again and again. Go on, end the run, or say something?':
    'Dieselben {n} Aufrufe kamen immer wieder. Weitermachen, den Lauf beenden oder etwas sagen?',
  'Post this message?': 'Diese Nachricht senden?',
  'Change this file?': 'Diese Datei ändern?',
  'Fetch this page?': 'Diese Seite laden?',
  'List the files here?': 'Die Dateien hier auflisten?',
  'Read this file?': 'Diese Datei lesen?',
  'Read this output?': 'Diese Ausgabe lesen?',
  'Run this command?': 'Diesen Befehl ausführen?',
  'Save this file?': 'Diese Datei speichern?',
  'Search for this?': 'Danach suchen?',
  'Keep this list of tasks?': 'Diese Aufgabenliste behalten?',
  'every page of {origin}': 'jede Seite von {origin}',
  'Give this task to another agent?': 'Diese Aufgabe einem anderen Agenten geben?',
  'The user wrote instead.': 'Stattdessen wurde etwas geschrieben.',
  'Stopped.': 'Gestoppt.',
  'Stopped by the user.': 'Vom Benutzer gestoppt.',
  'Stopped with its child agent.': 'Mit seinem Unter-Agenten gestoppt.',
  'Stopped while it waited for the user.': 'Gestoppt, während er auf den Benutzer wartete.',
  'Stopped before it started.': 'Gestoppt, bevor er begann.',
  'The child agent was stopped.': 'Der Unter-Agent wurde gestoppt.',
  'Stopped after {n} seconds.': 'Nach {n} Sekunden gestoppt.',
  'Stopped after it had printed {n} MB.': 'Gestoppt, nachdem er {n} MB ausgegeben hatte.',
  'Exit code {code}.': 'Exit-Code {code}.',
  'Ended by {signal}.': 'Beendet durch {signal}.',
  'It could not be started: {problem}': 'Er konnte nicht gestartet werden: {problem}',
  'The user denied this call.': 'Der Benutzer hat diesen Aufruf abgelehnt.',
  'The user denied this call: {reason}': 'Der Benutzer hat diesen Aufruf abgelehnt: {reason}',
  'The policy does not allow this call of {tool}.': 'Die Richtlinie erlaubt diesen Aufruf von {tool} nicht.',
  'The approval came too late, or is too old by now.': 'Die Freigabe kam zu spät oder ist inzwischen zu alt.',
  'What was approved is not what this call would run.':
    'Freigegeben wurde etwas anderes, als dieser Aufruf ausführen würde.',
  'The model broke off.': 'Das Modell hat abgebrochen.',
  'The provider returned no result.': 'Der Anbieter hat kein Ergebnis geliefert.',
  'The tool returned data that is not JSON.': 'Das Tool hat Daten geliefert, die kein JSON sind.',
  'The thread was rewound to a moment when this was not over. What came of it is in the version before.':
    'Der Thread wurde auf einen Moment zurückgesetzt, in dem dies noch nicht vorbei war. Was daraus wurde, steht in der Version davor.',
  'The files of this thread are on node "{node}", which is not running. It goes on when that node is back.':
    'Die Dateien dieses Threads liegen auf dem Knoten „{node}“, der nicht läuft. Es geht weiter, wenn er wieder da ist.',
  'demo agent': 'Demo-Agent',
  'I have asked the user: {words}': 'Ich habe den Benutzer gefragt: {words}',
  'The user has answered: {words}': 'Der Benutzer hat geantwortet: {words}',
  // The server.
  'The server does not answer.': 'Der Server antwortet nicht.',
  'The server answered {status}.': 'Der Server hat mit {status} geantwortet.',
  'The server is shutting down.': 'Der Server wird beendet.',
  'The answer is not JSON. Is this the right server?': 'Die Antwort ist kein JSON. Ist das der richtige Server?',
  'The server sent a response that this page does not understand.':
    'Der Server hat eine Antwort geschickt, die diese Seite nicht versteht.',
  'Too many requests wait here. Try again in a second.':
    'Hier warten zu viele Anfragen. Versuch es in einer Sekunde noch einmal.',
  'This node had no answer from the database for too long. Try again in a few seconds.':
    'Dieser Knoten hatte zu lange keine Antwort der Datenbank. Versuch es in einigen Sekunden noch einmal.',
  'The arguments are not a JSON object, or are too large for a call.':
    'Die Argumente sind kein JSON-Objekt oder zu viel für einen Aufruf.',
  'Words to search for have at most {n} characters.': 'Suchwörter haben höchstens {n} Zeichen.',
  'Words to find a file by have at most {n} characters.': 'Die Wörter für eine Dateisuche haben höchstens {n} Zeichen.',
  'Give at least one word of three letters or more, or what else must hold, like outcome:failed.':
    'Gib mindestens ein Wort mit drei oder mehr Buchstaben an, oder was sonst gelten muss, etwa outcome:failed.',
  'Sign in with your name and your password.': 'Melde dich mit deinem Namen und deinem Passwort an.',
  'Wrong name or password.': 'Name oder Passwort ist falsch.',
  'Too many wrong tokens. Wait a minute.': 'Zu viele falsche Token. Warte eine Minute.',
  'Too many wrong passwords. Wait a minute, or sign in with a browser in which you were signed in before.':
    'Zu viele falsche Passwörter. Warte eine Minute, oder melde dich in einem Browser an, in dem du schon angemeldet warst.',
  'This token is not valid: it is wrong, was revoked, or has expired.':
    'Dieses Token gilt nicht: Es ist falsch, wurde widerrufen oder ist abgelaufen.',
  'This request is not authenticated. Sign in, or send a token: Authorization: Bearer …':
    'Diese Anfrage ist nicht angemeldet. Melde dich an, oder sende ein Token: Authorization: Bearer …',
  'The list of tokens cannot be read now, so this token could not be checked. Try again in a second.':
    'Ob dieses Token gilt, ist gerade nicht zu sagen: Die Liste der Token ist nicht lesbar. Versuch es in einer Sekunde noch einmal.',
  'A link shows one thread, and nothing else.': 'Ein Link zeigt einen Thread und sonst nichts.',
  'Only an operator may see this.': 'Das darf nur ein Betreiber sehen.',
  'This is for the operator of the server, who has its token.':
    'Das ist dem Betreiber des Servers vorbehalten, der sein Token hat.',
  'You may only read here.': 'Du darfst hier nur lesen.',
  'This message is another person’s. Only they can edit or withdraw it.':
    'Diese Nachricht ist von jemand anderem. Nur diese Person kann sie bearbeiten oder zurückziehen.',
  'Only what a person said can be changed.': 'Nur was ein Mensch gesagt hat, kann geändert werden.',
  'Only what a person said can be said again.': 'Nur was ein Mensch gesagt hat, kann noch einmal gesagt werden.',
  'This server has no accounts.': 'Dieser Server hat keine Konten.',
  'There is nothing to choose here: this server has one agent.':
    'Hier gibt es nichts zu wählen: Dieser Server hat einen Agenten.',
  'The agent of this thread works elsewhere: its files are not here.':
    'Der Agent dieses Threads arbeitet anderswo: Seine Dateien sind nicht hier.',
  'This server does not list files.': 'Dieser Server listet keine Dateien auf.',
  'Threads have no owners on this server: there is nobody to share with.':
    'Threads haben auf diesem Server keine Besitzer: Es gibt niemanden, mit dem man teilen könnte.',
  'This server does not show what its models were sent.':
    'Dieser Server zeigt nicht, was seine Modelle bekommen haben.',
  'This member does not show its calls, and its requests contain them.':
    'Dieses Mitglied zeigt seine Aufrufe nicht, und seine Anfragen enthalten sie.',
  'Another program sent this request: it is not known here.':
    'Ein anderes Programm hat diese Anfrage gesendet: Sie ist hier nicht bekannt.',
  'This call has no result yet.': 'Dieser Aufruf hat noch kein Ergebnis.',
  'This server shows no sessions of other agents.': 'Dieser Server zeigt keine Sitzungen anderer Agenten.',
  'This server takes no files of sessions.': 'Dieser Server nimmt keine Dateien von Sitzungen an.',
  'This server does not show its settings, or only on its own computer.':
    'Dieser Server zeigt seine Einstellungen nicht, oder nur auf seinem eigenen Computer.',
  'This server does not count what each person uses.': 'Dieser Server zählt nicht, was jede Person verbraucht.',
  'This server does not report usage.': 'Dieser Server berichtet keinen Verbrauch.',
  'There is no such call in this thread.': 'Diesen Aufruf gibt es in diesem Thread nicht.',
  'There is no such change.': 'Diese Änderung gibt es nicht.',
  'There is no such link.': 'Diesen Link gibt es nicht.',
  'There is no such message.': 'Diese Nachricht gibt es nicht.',
  'There is no such request for approval.': 'Diese Freigabe gibt es nicht.',
  'There is no such route.': 'Diese Adresse gibt es nicht.',
  'There is no such session on this computer any more.': 'Diese Sitzung gibt es auf diesem Computer nicht mehr.',
  'There is no such sign-in of yours.': 'Diese Anmeldung gibt es nicht.',
  'There is no such step in this thread, or it was rewound.':
    'Diesen Schritt gibt es in diesem Thread nicht, oder es wurde vor ihn zurückgegangen.',
  'There is no such answer to regenerate.': 'Diese Antwort gibt es nicht.',
  'There is no MCP server of that name.': 'Es gibt keinen MCP-Server mit diesem Namen.',
  'There is no thread {id}.': 'Es gibt keinen Thread {id}.',
  'Nobody of that name has an account here.': 'Niemand mit diesem Namen hat hier ein Konto.',
  'This is the owner of the thread: their role cannot be changed.':
    'Das ist der Besitzer des Threads: Seine Rolle kann nicht geändert werden.',
  'No data arrived for {n} seconds.': 'Seit {n} Sekunden kam nichts.',
  'A request may have at most {n} bytes.': 'Eine Anfrage darf höchstens {n} Bytes haben.',
  'The request ended before its body did.': 'Die Anfrage brach ab.',
  'An agent is working in this thread, or waits for you. Compact it when the run is over.':
    'In diesem Thread arbeitet ein Agent, oder er wartet auf dich. Komprimiere ihn, wenn der Lauf vorbei ist.',
  'An agent is working in this thread, or waits for you. Stop the run first.':
    'In diesem Thread arbeitet ein Agent, oder er wartet auf dich. Stoppe zuerst den Lauf.',
  'An agent is working in this thread, or waits for you. Undo when the run is over.':
    'In diesem Thread arbeitet ein Agent, oder er wartet auf dich. Mach die Änderung rückgängig, wenn der Lauf vorbei ist.',
  'An agent is working in this thread, or waits for you. Stop the run, then delete the thread.':
    'In diesem Thread arbeitet ein Agent, oder er wartet auf dich. Stoppe den Lauf, dann lösche den Thread.',
  'There is nothing to continue: a run is active, or the last one ended normally. Post a message.':
    'Es gibt nichts fortzusetzen: Ein Lauf ist aktiv, oder der letzte endete normal. Schreib eine Nachricht.',
  'The agent of this thread does not summarise on demand.': 'Der Agent dieses Threads fasst nicht auf Wunsch zusammen.',
  'There is nothing to summarise yet, or nothing new since the last summary.':
    'Es gibt noch nichts zusammenzufassen, oder nichts Neues seit der letzten Zusammenfassung.',
  'The model returned no summary. Nothing was changed; try again.':
    'Das Modell hat keine Zusammenfassung geliefert. Nichts wurde geändert; versuch es noch einmal.',
  'No run is waiting for its next attempt: it has already begun, the run is over, or it was cut off with its node and another one takes it up.':
    'Kein Lauf wartet auf seinen nächsten Versuch: Er hat schon begonnen, der Lauf ist vorbei, oder er brach mit seinem Knoten ab und ein anderer übernimmt ihn.',
  'This request has expired.': 'Diese Anfrage ist abgelaufen.',
  'This request is no longer open.': 'Diese Anfrage ist nicht mehr offen.',
  'This is settled already: the answer was “{answer}”.': 'Das ist schon entschieden: Die Antwort war „{answer}“.',
  'This is settled already: {how}.': 'Das ist schon entschieden: {how}.',
  'In this thread you may {roles}. {wanted}':
    'Das darfst du in diesem Thread nicht. Bitte seinen Besitzer darum, oder den Betreiber des Servers.',
  'This request is no longer open. {ending}': 'Diese Anfrage ist nicht mehr offen. {ending}',
  'Always allowed, it would run in threads of others, too: that is for the operator. Allow it in this thread.':
    'Immer erlaubt, würde es auch in Threads anderer laufen: Das ist Sache des Betreibers. Erlaube es in diesem Thread.',
  'Nothing here remembers what is always allowed. Allow it once, or in this thread.':
    'Hier wird das nicht gemerkt. Erlaube es einmal oder in diesem Thread.',
  'No agent has read this message yet. Edit or withdraw it instead.':
    'Noch hat kein Agent diese Nachricht gelesen. Bearbeite sie, oder zieh sie zurück.',
  'The message was already read or withdrawn. Post a new one instead.':
    'Die Nachricht wurde schon gelesen oder zurückgezogen. Schreib eine neue.',
  'This change was already undone, or is itself an undo.':
    'Diese Änderung wurde schon rückgängig gemacht oder ist selbst ein Rückgängigmachen.',
  'A rewind goes to before or after a message, or before a step. There is no such place in the thread now.':
    'Zurück geht es vor oder nach eine Nachricht oder vor einen Schritt. Diese Stelle gibt es im Thread jetzt nicht.',
  'Somebody has posted in this thread or rewound it since you loaded it. Nothing was done. Reload the thread.':
    'Seit du den Thread geladen hast, hat jemand darin geschrieben oder ist darin zurückgegangen. Nichts wurde ausgeführt. Lade den Thread neu.',
  'This is no longer in the thread: somebody has rewound it. Reload the thread.':
    'Das ist nicht mehr im Thread: Jemand ist darin zurückgegangen. Lade den Thread neu.',
  'This would undo what somebody else said. Post a new message instead, or ask them to rewind.':
    'Damit ginge verloren, was jemand anderes gesagt hat. Schreib eine neue Nachricht, oder bitte diese Person darum.',
  'The file of this session keeps changing. Try again later.':
    'Die Datei dieser Sitzung ändert sich ständig. Versuch es später noch einmal.',
  'This file is not a session in a known format.': 'Diese Datei ist keine Sitzung in einem bekannten Format.',
  'This session has nothing to show yet. Open it again later.':
    'Diese Sitzung hat noch nichts zu zeigen. Öffne sie später noch einmal.',
  'Sessions of other agents are shown on their own computer only, to whoever may write: open the page there, at localhost or 127.0.0.1.':
    'Sitzungen anderer Agenten werden nur auf ihrem eigenen Computer gezeigt, und nur denen, die schreiben dürfen: Öffne die Seite dort, unter localhost oder 127.0.0.1.',
  'This thread shows a session of another agent and has what its file has, nothing else. Go on with it in that agent, or in a fork of it (POST …/fork).':
    'Dieser Thread zeigt eine Sitzung eines anderen Agenten und hat, was deren Datei hat, sonst nichts. Mach in jenem Agenten weiter, oder in einer Abzweigung.',
  'The files of this thread are on node "{node}", which is not running. Nothing was done.':
    'Die Dateien dieses Threads liegen auf dem Knoten „{node}“, der nicht läuft. Nichts wurde ausgeführt.',
  'Node "{node}", which would have to do this, did not answer. Nothing was done.':
    'Der Knoten „{node}“, der das tun müsste, hat nicht geantwortet. Nichts wurde ausgeführt.',
  'Node "{node}" was asked, and has not said what became of it. Look at the thread before you try again.':
    'Der Knoten „{node}“ wurde gefragt und hat nicht gesagt, was daraus wurde. Sieh in den Thread, bevor du es noch einmal versuchst.',
  // What stands in the settings.
  'It does not answer.': 'Er antwortet nicht.',
  'Its list of models is too long.': 'Seine Liste der Modelle ist zu lang.',
  'The MCP server {name} could not be reached: its program, or the folder to start it in, does not exist. Check how it is spelled.':
    'Der MCP-Server {name} ist nicht erreichbar: Sein Programm, oder der Ordner für den Start, existiert nicht. Prüfe die Schreibweise.',
  'The MCP server {name} could not be reached: its program may not be started. Check how it is spelled, and who may start it.':
    'Der MCP-Server {name} ist nicht erreichbar: Sein Programm darf nicht gestartet werden. Prüfe die Schreibweise, und wer es starten darf.',
  'The MCP server {name} could not be reached: no computer of that name is known. Check how it is spelled, and the network.':
    'Der MCP-Server {name} ist nicht erreichbar: Kein Computer dieses Namens ist bekannt. Prüfe die Schreibweise und das Netzwerk.',
  'The MCP server {name} could not be reached: nothing answers there. Is the program running that should answer?':
    'Der MCP-Server {name} ist nicht erreichbar: Dort antwortet niemand. Läuft das Programm, das antworten soll?',
  'The MCP server {name} could not be reached: nothing answered in time. Check the address and the network.':
    'Der MCP-Server {name} ist nicht erreichbar: Nichts hat rechtzeitig geantwortet. Prüfe die Adresse und das Netzwerk.',
  'The MCP server {name} could not be reached: it did not answer in time.':
    'Der MCP-Server {name} ist nicht erreichbar: Er hat nicht rechtzeitig geantwortet.',
  'The MCP server {name} could not be reached: it ended before it answered.':
    'Der MCP-Server {name} ist nicht erreichbar: Er hat sich beendet, bevor er geantwortet hat.',
  'The MCP server {name} could not be reached: it ended before it answered. Its last words:\n{words}':
    'Der MCP-Server {name} ist nicht erreichbar: Er hat sich beendet, bevor er geantwortet hat. Seine letzten Worte:\n{words}',
  'The MCP server {name} could not be reached: what answers there is no MCP server. Check its address.':
    'Der MCP-Server {name} ist nicht erreichbar: Was dort antwortet, ist kein MCP-Server. Prüfe die Adresse.',
  'The MCP server {name} could not be reached: it wants a key (HTTP {status}). Give it in "headers", beside its address.':
    'Der MCP-Server {name} ist nicht erreichbar: Er will einen Schlüssel (HTTP {status}). Gib ihn in „headers“ an, neben der Adresse.',
  'The MCP server {name} could not be reached: it answered with an error (HTTP {status}).':
    'Der MCP-Server {name} ist nicht erreichbar: Er hat mit einem Fehler geantwortet (HTTP {status}).',
  'The MCP server {name} could not be reached: {problem}': 'Der MCP-Server {name} ist nicht erreichbar: {problem}',
  'The demo agent has no model.': 'Der Demo-Agent hat kein Modell.',
  'The demo agent works in a folder of its own.': 'Der Demo-Agent arbeitet in einem eigenen Ordner.',
};
