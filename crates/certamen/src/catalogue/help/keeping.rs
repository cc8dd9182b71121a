//! Help texts of the commands that verify, export and keep registers.

use certamen_game::Words;

pub(super) const TEXTS: &[Words] = &[
    Words {
        en: "Replay records, or a whole contest with its draw, plan and table, and say whether all is sound",
        es: "Reproduce registros, o una competencia entera con su sorteo, plan y tabla, y dice si todo es correcto",
        fr: "Rejoue des enregistrements, ou un concours entier avec son tirage, son plan et son tableau, et dit si tout est correct",
        it: "Rigioca registrazioni, o una gara intera con sorteggio, piano e tabella, e dice se tutto è corretto",
    },
    Words {
        en: "Records as files, or a contest's folder, # and the number of a match; contests and exports",
        es: "Registros en archivos, o la carpeta de una competencia, # y el número de una partida; competencias y exportaciones",
        fr: "Des enregistrements en fichiers, ou le dossier d'un concours, # et le numéro d'une partie ; des concours et des exports",
        it: "Registrazioni in file, o la cartella di una gara, # e il numero di una partita; gare ed esportazioni",
    },
    Words {
        en: "Write a whole contest out: for third parties who check it, for spreadsheets, for queries",
        es: "Exporta una competencia entera: para terceros que la comprueban, para hojas de cálculo, para consultas",
        fr: "Exporte un concours entier : pour des tiers qui le vérifient, pour des tableurs, pour des requêtes",
        it: "Esporta una gara intera: per terzi che la controllano, per fogli di calcolo, per interrogazioni",
    },
    Words {
        en: "How to write it",
        es: "Cómo exportarlo",
        fr: "Comment l'exporter",
        it: "Come esportarlo",
    },
    Words {
        en: "Comma-separated values: a line for each seat of each match",
        es: "Valores separados por comas: una línea por cada asiento de cada partida",
        fr: "Valeurs séparées par des virgules : une ligne par place de chaque partie",
        it: "Valori separati da virgole: una riga per ogni posto di ogni partita",
    },
    Words {
        en: "JSON lines, which `certamen verify` reads",
        es: "Líneas de JSON, que `certamen verify` lee",
        fr: "Lignes de JSON, que lit `certamen verify`",
        it: "Righe di JSON, che `certamen verify` legge",
    },
    Words {
        en: "A plain SQLite database",
        es: "Una base de datos SQLite corriente",
        fr: "Une base de données SQLite ordinaire",
        it: "Una base di dati SQLite comune",
    },
    Words {
        en: "The file to write; standard output if absent",
        es: "El archivo que se escribe; si falta, la salida estándar",
        fr: "Le fichier à écrire ; la sortie standard s'il manque",
        it: "Il file da scrivere; se manca, lo standard output",
    },
    Words {
        en: "Tell the secret of the draw although matches are to come",
        es: "Dice el secreto del sorteo aunque falten partidas",
        fr: "Dit le secret du tirage bien que des parties soient à venir",
        it: "Dice il segreto del sorteggio benché manchino partite",
    },
    Words {
        en: "Draw the secret keys that are missing in a course's register of pairs",
        es: "Sortea las claves secretas que faltan en el registro de parejas de un curso",
        fr: "Tire au sort les clés secrètes qui manquent dans la liste des paires d'un cours",
        it: "Sorteggia le chiavi segrete che mancano nell'elenco delle coppie di un corso",
    },
    Words {
        en: "Only for pairs of these groups, separated by commas",
        es: "Solo para parejas de estos grupos, separados por comas",
        fr: "Seulement pour les paires de ces groupes, séparés par des virgules",
        it: "Solo per coppie di questi gruppi, separati da virgole",
    },
    Words {
        en: "The register, a CSV file, or the folder of a contest with a register pairs.csv",
        es: "El registro, un archivo CSV, o la carpeta de una competencia con un registro pairs.csv",
        fr: "La liste, un fichier CSV, ou le dossier d'un concours avec une liste pairs.csv",
        it: "L'elenco, un file CSV, o la cartella di una gara con un elenco pairs.csv",
    },
    Words {
        en: "How much of it: below 2 neither boards, nor points, nor the end",
        es: "Cuánto de ello: por debajo de 2, ni tableros, ni puntos, ni el final",
        fr: "Combien en dire : sous 2, ni plateaux, ni points, ni la fin",
        it: "Quanto dirne: sotto 2, né tavole, né punti, né la fine",
    },
    Words {
        en: "Tell every move that the search of a house player tries",
        es: "Cuenta cada jugada que prueba la búsqueda de un jugador de la casa",
        fr: "Dit chaque coup que la recherche d'un joueur de la maison essaie",
        it: "Dice ogni mossa che la ricerca di un giocatore della casa prova",
    },
    Words {
        en: "How many plies the players look ahead unless their names say otherwise",
        es: "Cuántas jugadas miran adelante los jugadores si sus nombres no dicen otra cosa",
        fr: "Combien de coups les joueurs regardent en avant si leurs noms ne disent rien d'autre",
        it: "Quante mosse guardano avanti i giocatori se i loro nomi non dicono altro",
    },
    Words {
        en: "Tell a match of Mancala8 as the course's own program prints it",
        es: "Cuenta una partida de Mancala8 como la escribe el programa del curso",
        fr: "Dit une partie de Mancala8 comme l'écrit le programme du cours",
        it: "Racconta una partita di Mancala8 come la stampa il programma del corso",
    },
    Words {
        en: "What happens: who plays what",
        es: "Lo que pasa: quién juega qué",
        fr: "Ce qui se passe : qui joue quoi",
        it: "Che cosa succede: chi gioca che cosa",
    },
    Words { en: "The boards", es: "Los tableros", fr: "Les plateaux", it: "Le tavole" },
    Words {
        en: "The points, where there are no boards",
        es: "Los puntos, donde no hay tableros",
        fr: "Les points, là où il n'y a pas de plateaux",
        it: "I punti, dove non ci sono tavole",
    },
    Words {
        en: "Leave these out of the transcript, separated by commas",
        es: "Quita esto de la transcripción, separado por comas",
        fr: "Ôte ceci de la transcription, séparé par des virgules",
        it: "Toglie queste cose dalla trascrizione, separate da virgole",
    },
];
